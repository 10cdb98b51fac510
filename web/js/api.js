// Asks the server. An error is a sentence in the language of the page; it has the
// status of the answer if there was one.

/** The language that the server answers in. */
let language = 'en';

export function speak(tag) { language = tag; }

/** Asks and returns the JSON of the answer. Without a server the error is the
 * sentence given as offline. */
export async function ask(path, { query = {}, signal, method = 'GET', body, offline = '' } = {}) {
  const parameters = query instanceof URLSearchParams || typeof query === 'string' ? new URLSearchParams(query) : new URLSearchParams();
  if (parameters.size === 0) for (const [key, value] of Object.entries(query)) if (value !== '' && value !== undefined) parameters.set(key, value);
  parameters.set('lang', language);
  const options = { method, signal };
  if (body !== undefined) Object.assign(options, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  let response;
  try {
    response = await fetch(`${path}?${parameters}`, options);
  } catch (error) {
    if (signal && signal.aborted) throw error;
    throw new Error(offline || String(error.message));
  }
  if (response.status === 204) return null;
  const text = await response.text();
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    throw failed(response);
  }
  if (!response.ok) throw failed(response, answer.detail || answer.title);
  return answer;
}

function failed({ status, statusText }, text = '') {
  return Object.assign(new Error(text || `${status} ${statusText}`), { status });
}

/** Listens to the events of a stream: handlers by the name of the event. The
 * server says failed with an event named error, as the browser does when the
 * connection is lost; only the first has data. silent(true) says that the
 * browser tries to connect again, silent(false) that it is connected. */
export function listenTo(path, { failed, silent, ...handlers }, lost) {
  const source = new EventSource(`${path}?lang=${encodeURIComponent(language)}`);
  for (const [name, handle] of Object.entries(handlers)) source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  source.addEventListener('error', (event) => {
    if (event.data) failed(JSON.parse(event.data));
    else if (source.readyState === EventSource.CLOSED) lost();
    else silent(true);
  });
  source.addEventListener('open', () => silent(false));
  return source;
}
