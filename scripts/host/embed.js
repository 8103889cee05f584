// Drives the embedded network of embed.html. Copy what you need.
const frame = document.getElementById('network');
const { flitscope, link } = document.body.dataset;

// The page accepts messages only of the origin that its link names.
const address = new URL(flitscope);
frame.src = `${address.href}${link}&host=${location.origin}`;

/** Requests that are not answered yet, by their id. */
const waiting = new Map();
let asked = 0;

/** Sends a request; the promise holds the answer, or is rejected with the sentence of the error. */
function ask(request) {
  asked += 1;
  const id = asked;
  frame.contentWindow.postMessage({ flitscope: 1, id, ...request }, address.origin);
  return new Promise((answered, refused) => waiting.set(id, { answered, refused }));
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== address.origin || data?.flitscope !== 1) return;
  const request = waiting.get(data.id);
  waiting.delete(data.id);
  switch (data.type) {
    case 'height':
      frame.height = data.height;
      break;
    case 'answer':
      request?.answered(data);
      break;
    case 'error':
      if (request) request.refused(new Error(data.message));
      else note(`error: ${data.message}`);
      break;
    case 'cycle':
      document.getElementById('state').textContent = `${data.cycle} cycles are over, ${data.playing ? 'playing' : 'paused'}`;
      break;
    default:
      note(JSON.stringify(data));
  }
});

/** Adds a line to the list below the network. */
function note(text) {
  const line = document.createElement('li');
  line.textContent = text;
  document.getElementById('log').append(line);
}

/** Asks when a button is pressed, and notes the answer. */
function on(button, request) {
  document.getElementById(button).addEventListener('click', async () => {
    try {
      const { to, state, scenario } = await ask(request());
      note(`${to}: ${scenario ? JSON.stringify(scenario) : `cycle ${state.cycle}, ${state.delivered} delivered`}`);
    } catch (error) {
      note(`error: ${error.message}`);
    }
  });
}

on('play', () => ({ type: 'play', speed: 16 }));
on('pause', () => ({ type: 'pause' }));
on('seek', () => ({ type: 'seek', cycle: document.getElementById('cycle').valueAsNumber }));
on('query', () => ({ type: 'query', what: 'scenario' }));
on('load', () => ({ type: 'load', link: document.getElementById('link').value }));
