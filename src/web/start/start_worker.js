// Starts the simulation worker; reports a failure as text (src/web/browser/workers/messages.rs).
import start from 'programs/worker.js';

start().catch((error) => postMessage(`${error}`));
