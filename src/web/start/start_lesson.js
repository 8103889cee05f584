// Starts the lesson program; reports a failure as text (src/web/browser/workers/messages.rs).
import start from 'programs/lesson.js';

start().catch((error) => postMessage(`${error}`));
