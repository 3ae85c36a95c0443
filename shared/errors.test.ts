import { expect, test } from 'vitest'
import { AlcoveError, deserializeError, serializeError } from './errors.ts'

test('crosses a boundary with code, message, hint and data, and without a stack', () => {
  const error = new AlcoveError('rate_limited', 'Too many.', {
    hint: 'Wait.',
    data: { retryAfter: 3 },
  })
  const plain = serializeError(error)

  expect(plain).toEqual({
    code: 'rate_limited',
    message: 'Too many.',
    hint: 'Wait.',
    data: { retryAfter: 3 },
  })
  expect(deserializeError(plain)).toMatchObject(plain)
})

test('says nothing of an error that is not ours', () => {
  expect(serializeError(new Error('password=hunter2'))).toEqual({
    code: 'internal',
    message: 'Something went wrong.',
  })
})
