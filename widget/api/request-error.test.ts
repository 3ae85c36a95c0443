// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from './fake-http.test-support.ts'
import { ERROR_BODY_MAX_CHARACTERS, readRequestError } from './request-error.ts'

test('carries code, message and hint of the body (8.1)', async () => {
  const error = await readRequestError(
    json(409, { error: 'run_active', message: 'An answer is running.', hint: 'Wait.' }),
  )

  expect(error).toMatchObject({
    code: 'run_active',
    message: 'An answer is running.',
    hint: 'Wait.',
    data: { status: 409 },
  })
})

test.each([
  [
    402,
    '{"error":"plan_limit_reached"}',
    'Request failed with status 402, {"error":"plan_limit_reached"}',
  ],
  [500, 'oops', 'Request failed with status 500, oops'],
  [503, '', 'Request failed with status 503, '],
  [400, '{"message":""}', 'Request failed with status 400, {"message":""}'],
  [400, '{"message":7}', 'Request failed with status 400, {"message":7}'],
  [400, 'null', 'Request failed with status 400, null'],
])('names status %i and body %j when there is no message (8.2)', async (status, body, message) => {
  const error = await readRequestError(new Response(body, { status }))

  expect(error.message).toBe(message)
})

test.each([
  [400, 'invalid_request'],
  [401, 'auth_failed'],
  [403, 'auth_failed'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('takes the code from status %i when the body has none', async (status, code) => {
  const error = await readRequestError(
    json(status, { error: 'A sentence, no code', message: 'No.' }),
  )

  expect(error).toMatchObject({ code, message: 'No.' })
})

test.each([
  ['60', 60],
  ['0', 0],
  ['soon', undefined],
  ['-1', undefined],
])('reads Retry-After %j', async (header, retryAfter) => {
  const error = await readRequestError(json(429, {}, { 'Retry-After': header }))

  expect((error.data as { retryAfter?: number }).retryAfter).toBe(retryAfter)
})

test('cuts a page of text to a line that can be read', async () => {
  const fits = await readRequestError(
    new Response('x'.repeat(ERROR_BODY_MAX_CHARACTERS), { status: 500 }),
  )
  const cut = await readRequestError(
    new Response('x'.repeat(ERROR_BODY_MAX_CHARACTERS + 1), { status: 500 }),
  )

  expect(fits.message).toContain('x'.repeat(ERROR_BODY_MAX_CHARACTERS))
  expect(cut.message).toBe(fits.message)
})

test.each([
  [413, '<html>\r\n<head><title>413 Request Entity Too Large</title></head>', 'too_large'],
  [403, '<?xml version="1.0"?><Error><StringToSign>AWS4</StringToSign></Error>', 'auth_failed'],
  [502, JSON.stringify({ message: '<html>Bad Gateway</html>' }), 'unavailable'],
])('keeps a page of status %i out of its text (8.2)', async (status, page, code) => {
  const error = await readRequestError(new Response(page, { status }))

  expect(error).toMatchObject({
    code,
    message: `Request failed with status ${status}, a page of HTML or XML`,
    data: { status, page },
  })
})

test('keeps as much of a page as fits', async () => {
  const page = `<p>${'x'.repeat(ERROR_BODY_MAX_CHARACTERS)}`
  const error = await readRequestError(new Response(page, { status: 500 }))

  expect(error.data).toMatchObject({ page: page.slice(0, ERROR_BODY_MAX_CHARACTERS) })
})
