// Serves a folder on loopback, as plain as any host of static files does, and some files that are in no folder.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.obj': 'model/obj',
  '.wasm': 'application/wasm',
};

/** The address of the folder, and how to end it. */
export const serve = async (folder, more = {}) => {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://loopback').pathname));
    const file = path.endsWith('/') ? `${path}index.html` : path;
    try {
      const body = more[path.slice(1)] ?? (await readFile(join(folder, file)));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end('not found');
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
};
