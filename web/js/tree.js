// The search tree as it grows. Every node is a queen that was placed; its parent
// is the queen placed before it that still stood. The tree of a whole trace is
// laid out once, and a position shows the nodes placed until then.

import { KIND, upperBound } from './player.js';
import { write } from './dom.js';

/** How many nodes are drawn one by one before finished branches are folded. */
export const MAX_NODES = 3000;
const NEVER = 0x7fffffff;

/** The nodes of a trace in the order in which they were placed. */
export class Nodes {
  constructor(player) {
    const stack = [];
    const lists = { placed: [], parent: [], depth: [], removed: [], dead: [], last: [] };
    for (let i = 0; i < player.length; i++) {
      const kind = player.kind(i);
      if (kind === KIND.place || kind === KIND.set) {
        const node = lists.placed.push(i) - 1;
        lists.parent.push(stack.length > 0 ? stack[stack.length - 1] : -1);
        lists.depth.push(stack.length + 1);
        lists.removed.push(NEVER);
        lists.dead.push(0);
        lists.last.push(node);
        stack.push(node);
      } else if (kind === KIND.remove && stack.length > 0) {
        const node = stack.pop();
        lists.removed[node] = i;
        lists.dead[node] = player.flag(i) ? 1 : 0;
        lists.last[node] = lists.placed.length - 1;
      }
    }
    for (const node of stack) lists.last[node] = lists.placed.length - 1;
    this.length = lists.placed.length;
    for (const [name, list] of Object.entries(lists)) this[name] = Int32Array.from(list);
    this.height = this.depth.reduce((most, depth) => Math.max(most, depth), 0);
  }

  /** How many nodes were placed until a position. */
  until(at) { return upperBound(this.placed, at - 1, this.length); }

  /** The nodes that stand at a position, from the root down. */
  path(at) {
    const list = [];
    let node = this.until(at) - 1;
    while (node >= 0 && this.removed[node] < at) node = this.parent[node];
    for (; node >= 0; node = this.parent[node]) list.push(node);
    return list.reverse();
  }
}

/** What is drawn at a position: the nodes one by one, where each stands, and
 * finished branches folded if there are too many or if it is wished. */
export function layout(nodes, at, fold) {
  const count = nodes.until(at);
  const folding = fold || count > MAX_NODES;
  const open = new Set(nodes.path(at));
  const shown = [];
  let leaves = 0;
  const places = new Map();
  for (let node = 0; node < count; node++) {
    const folded = folding && !open.has(node) && nodes.last[node] > node;
    const last = Math.min(nodes.last[node], count - 1);
    const leaf = folded || last === node;
    places.set(node, shown.length);
    shown.push({ node, folded, hidden: folded ? last - node : 0, x: leaf ? leaves++ : -1, depth: nodes.depth[node], open: open.has(node) });
    if (folded) node = last;
  }
  const root = centre(nodes, shown);
  return { shown, places, root, leaves: Math.max(1, leaves), count, folding };
}

// centre puts every inner node over the middle of its children, and returns where
// the root is, the empty board.
function centre(nodes, shown) {
  const sum = new Map();
  for (let i = shown.length - 1; i >= 0; i--) {
    const at = shown[i];
    if (at.x < 0) {
      const range = sum.get(at.node);
      at.x = (range[0] + range[1]) / 2;
    }
    const parent = nodes.parent[at.node];
    const range = sum.get(parent);
    sum.set(parent, range ? [Math.min(range[0], at.x), Math.max(range[1], at.x)] : [at.x, at.x]);
  }
  const top = sum.get(-1) || [0, 0];
  return (top[0] + top[1]) / 2;
}

/** The tree of a trace on a canvas, with what it shows in words beside it. */
export class Tree {
  constructor(canvas, summary) {
    this.canvas = canvas;
    this.summary = summary;
    this.fold = false;
    this.drawn = '';
  }

  load(player) {
    this.nodes = new Nodes(player);
    this.drawn = '';
  }

  draw(player, texts) {
    const { nodes } = this;
    const event = player.last();
    const solved = event !== null && event.kind === KIND.solution;
    const width = this.canvas.clientWidth;
    const key = `${nodes.until(player.at)} ${nodes.path(player.at).length} ${solved} ${this.fold} ${width} ${texts.language} ${this.colours().ink}`;
    if (key === this.drawn) return;
    this.drawn = key;
    const plan = layout(nodes, player.at, this.fold);
    this.paint(plan, player, solved);
    this.tell(plan, player, texts);
  }

  colours() {
    const style = getComputedStyle(this.canvas);
    const colour = (name) => style.getPropertyValue(name).trim();
    return { ink: colour('--ink'), faint: colour('--faint'), accent: colour('--accent'), bad: colour('--bad'), good: colour('--good'), paper: colour('--paper') };
  }

  paint(plan, player, solved) {
    const { canvas, nodes } = this;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const step = (width - 24) / plan.leaves;
    const rise = (height - 28) / Math.max(1, nodes.height);
    const place = (at) => [12 + (at.x + 0.5) * step, 14 + at.depth * rise];
    const size = Math.max(1.2, Math.min(7, step * 0.38));
    const colours = this.colours();
    const status = (at) => {
      if (at.open) return solved ? 'found' : 'open';
      if (nodes.removed[at.node] >= player.at) return 'open';
      return nodes.dead[at.node] ? 'dead' : 'found';
    };
    const root = { x: plan.root, depth: 0 };
    this.paintEdges(context, plan, place, root, status, colours);
    for (const at of plan.shown) paintNode(context, place(at), at, status(at), size, colours);
    paintNode(context, place(root), { folded: false }, 'open', Math.max(3, size), colours);
  }

  paintEdges(context, plan, place, root, status, colours) {
    for (const wanted of ['dead', 'found', 'open']) {
      context.beginPath();
      for (const at of plan.shown) {
        if (status(at) !== wanted) continue;
        const parent = this.nodes.parent[at.node];
        const above = plan.places.has(parent) ? plan.shown[plan.places.get(parent)] : root;
        context.moveTo(...place(above));
        context.lineTo(...place(at));
      }
      context.strokeStyle = { dead: colours.faint, found: colours.good, open: colours.accent }[wanted];
      context.lineWidth = wanted === 'open' ? 2.5 : 1;
      context.setLineDash(wanted === 'dead' ? [3, 2] : []);
      context.stroke();
    }
    context.setLineDash([]);
  }

  // tell says in words what the canvas shows.
  tell(plan, player, texts) {
    const { nodes } = this;
    const path = nodes.path(player.at).map((node) => {
      const event = player.event(nodes.placed[node]);
      return `${event.row}.${event.col}`;
    });
    const words = [texts.t('page.tree.summary', { Nodes: plan.count, Pruned: player.counters.backtracks, Depth: path.length })];
    if (path.length > 0 && path.length <= 40) words.push(texts.t('page.tree.path', { Path: path.join(' ') }));
    if (plan.folding) words.push(texts.t('page.tree.folded', { Shown: plan.shown.length }));
    write(this.summary, words.join(' '));
  }
}

// paintNode draws a ring for a node that stands, a cross for a pruned one, a disc
// for one with a solution below, and a triangle for a folded branch.
function paintNode(context, [x, y], at, status, size, colours) {
  const colour = { dead: colours.bad, found: colours.good, open: colours.accent }[status];
  context.strokeStyle = colour;
  context.fillStyle = status === 'open' ? colours.paper : colour;
  context.lineWidth = Math.min(2, size / 2);
  context.beginPath();
  if (at.folded) {
    const wide = Math.max(3, size);
    context.moveTo(x, y - wide);
    context.lineTo(x + wide, y + wide);
    context.lineTo(x - wide, y + wide);
    context.closePath();
    context.fill();
    return;
  }
  if (status === 'dead') {
    const arm = size * 0.8;
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
    context.stroke();
    return;
  }
  context.arc(x, y, size, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
