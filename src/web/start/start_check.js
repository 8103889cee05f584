// Says that start.js is missing, which cannot do so itself. A file of its own, because a strict policy forbids a handler in the page.
if (!globalThis.flitscope) {
  document.getElementById('loading').textContent =
    'The page cannot start: its start file is missing or cannot be read. Reload the page, or build it again and copy all of dist/.';
}
