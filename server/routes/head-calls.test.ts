import { expect, test } from 'vitest'
import { createRouteApp } from '../testing/create-route-app.ts'
import { route } from './route.ts'

test('a stream that only its head was asked of is left at once', async () => {
  const left: string[] = []
  const createBody = () => new ReadableStream({ cancel: () => void left.push('left') })
  const endless = route({
    method: 'GET',
    path: '/chat/endless',
    summary: 'Never end',
    access: 'user',
    answers: { 200: { mediaTypes: ['text/plain'], description: 'Nothing' } },
    handle: (c) => c.body(createBody(), 200, { 'Content-Type': 'text/plain' }),
  })
  const { request } = createRouteApp([endless], { parts: {} })

  const head = await request('/v1/chat/endless', { method: 'HEAD' })

  expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'text/plain'])
  expect(await head.text()).toBe('')
  expect(left).toEqual(['left'])
  const whole = await request('/v1/chat/endless')
  expect(left).toEqual(['left'])
  await whole.body?.cancel()
})
