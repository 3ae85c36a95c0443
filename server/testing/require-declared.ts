import * as v from 'valibot'
import { expect } from 'vitest'
import { errorBodySchema } from '../../shared/wire/error-body.ts'
import { createApiRoutes } from '../routes/api-routes.ts'
import { ERROR_STATUSES } from '../routes/handle-error.ts'
import type { Route } from '../routes/route.ts'
import { errorsOf } from '../routes/route-errors.ts'

/** Only `handle` needs the parts, and nobody calls it here. */
const ROUTES = createApiRoutes({} as never)
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  // A fixed path may also be the varying part of another one.
  .toSorted((a, b) => countNames(a.route) - countNames(b.route))

function countNames({ path }: Route): number {
  return path.split(':').length
}

/** Fails a test whose answer is not one that the route declares: status, media type and body. */
export async function requireDeclared(method: string, path: string, response: Response) {
  const place = path.replace(/\?.*$/s, '').replace(/^(\/p\/[^/]+)?\/v1/, '')
  const found = ROUTES.find(({ route, pattern }) => route.method === method && pattern.test(place))
  // Whatever is no route answers 404 or 405, which tests of the router look at.
  if (!found) return
  const { route } = found
  const { status } = response
  const what = `${method} ${route.path} answered ${status}`
  const type = response.headers.get('Content-Type') ?? ''
  const answer = route.answers[status]
  if (answer === undefined) {
    const codes = errorsOf(route).filter((code) => ERROR_STATUSES[code] === status)
    expect(codes, `${what}, which it does not declare`).not.toEqual([])
    const { error } = v.parse(errorBodySchema, await response.clone().json())
    expect(codes, `${what} with a code that it does not declare`).toContain(error)
  } else if ('kind' in answer) {
    expect(type, what).toMatch(/^application\/json/)
    v.parse(answer, await response.clone().json())
  } else if (answer.mediaTypes.length > 0) {
    expect(answer.mediaTypes, what).toContain(type.split(';')[0])
  }
}
