// A small server of a folder. As a program (`node serve.js FOLDER PORT`) it runs until it is ended.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };

/** Serves a folder, `under` a path if one is given, until it is closed; `base` is its address. */
export async function serve(folder, { port = 0, headers = {}, under = '' } = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const name = path.slice(under.length + 1) || 'index.html';
    try {
      if (!path.startsWith(`${under}/`)) throw new Error('elsewhere');
      const body = readFileSync(join(folder, name));
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { base: `http://127.0.0.1:${server.address().port}${encodeURI(under)}/`, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder, port] = process.argv;
  await serve(folder, { port: Number(port) });
}
