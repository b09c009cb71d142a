import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** For the rest of the body, and for the answer to be read. */
const LINGER_MS = 2_000;

/**
 * Lets a caller who is still sending read an answer that ends the connection. Node closes the socket once the answer is
 * written; the system then resets a connection on which bytes go on arriving, and the answer is lost with it.
 */
export function lingerAfterAnswers(server: Server): void {
  server.prependListener('request', watch);
  server.prependListener('checkExpectation', watch);
}

function watch(request: IncomingMessage, response: ServerResponse): void {
  // The last moment before Node decides what becomes of the socket.
  response.once('prefinish', () => {
    if (request.complete) return;
    const { socket } = request;
    socket.destroySoon = () => {
      socket.end();
      const giveUp = setTimeout(() => socket.destroy(), LINGER_MS).unref();
      request.once('end', () => {
        clearTimeout(giveUp);
        Socket.prototype.destroySoon.call(socket);
      });
      request.resume();
    };
  });
}
