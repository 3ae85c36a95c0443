import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort } from './find-free-port.ts'

test('gives ports that can be listened on, and that no outgoing connection is given', async () => {
  for (let count = 0; count < 20; count += 1) {
    const port = await findFreePort()
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()

    // Linux uses ports from 32,768 for outgoing connections, other systems from 49,152.
    expect(port).toBeGreaterThanOrEqual(16_384)
    expect(port).toBeLessThan(32_768)
  }
})
