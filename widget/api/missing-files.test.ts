import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { json } from './fake-http.test-support.ts'
import { missingFilesOf } from './missing-files.ts'
import { readRequestError } from './request-error.ts'

test('a refusal says which files are missing', async () => {
  const details = { missingFiles: ['https://x.example/v1/files/attachments/a'] }
  const error = await readRequestError(
    json(400, { error: 'invalid_request', message: 'x', details }),
  )

  expect(missingFilesOf(error)).toEqual(details.missingFiles)
})

test.each([
  new AlcoveError('offline', 'x'),
  new AlcoveError('invalid_request', 'x', {
    data: { status: 400, details: { missingFiles: 'a' } },
  }),
  new AlcoveError('invalid_request', 'x', { data: { status: 400 } }),
  'x',
  undefined,
])('any other error says none', (error) => {
  expect(missingFilesOf(error)).toEqual([])
})
