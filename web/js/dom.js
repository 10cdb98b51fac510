// Makes elements. Text goes in as text and never as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an HTML element with attributes and children; a string is a text. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an SVG element. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  set(element, attributes);
  element.append(...children);
  return element;
}

/** Sets attributes; null and false take one away, a function listens. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? '' : value);
  }
}

/** Changes a text only if it differs, so that nothing is drawn or read anew. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The part of a view that is named in its data-part. */
export function part(root, name) {
  return root.querySelector(`[data-part="${name}"]`);
}
