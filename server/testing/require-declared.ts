import * as v from 'valibot'
import { errorBodySchema } from '../../shared/wire/fields.ts'
import { API_ROUTES } from '../app.ts'
import { ERROR_STATUSES } from '../routes/handle-error.ts'
import { errorsOf, type Route } from '../routes/route.ts'

const ROUTES = API_ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))
  // A fixed path may also match the variable part of another one.
  .toSorted((a, b) => countNames(a.route) - countNames(b.route))

function countNames({ path }: Route): number {
  return path.split(':').length
}

/**
 * Fails a test whose answer its route does not declare: status, media type and body.
 *
 * @throws Error, with the answer's status and its fault.
 */
export async function requireDeclared(method: string, path: string, response: Response) {
  const place = path.replace(/\?.*$/s, '').replace(/^(\/p\/[^/]+)?\/v1/, '')
  const found = ROUTES.find(({ route, pattern }) => route.method === method && pattern.test(place))
  // Calls without a route answer 404 or 405, which tests of the router check.
  if (!found) return
  const problem = await findProblem(found.route, response)
  if (problem === undefined) return
  throw new Error(`${method} ${found.route.path} answered ${response.status}: ${problem}`)
}

async function findProblem(route: Route, response: Response): Promise<string | undefined> {
  const answer = route.answers[response.status]
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0] ?? ''
  if (answer === undefined) {
    const codes = errorsOf(route).filter((code) => ERROR_STATUSES[code] === response.status)
    const body = v.safeParse(errorBodySchema, await response.clone().json())
    const isDeclared = body.success && codes.some((code) => code === body.output.error)
    return isDeclared ? undefined : 'not declared'
  }
  if ('kind' in answer) {
    const body = v.safeParse(answer, await response.clone().json())
    return body.success ? undefined : body.issues.map(({ message }) => message).join(' ')
  }
  const isRight = answer.mediaTypes.length === 0 || answer.mediaTypes.includes(type)
  return isRight ? undefined : `${type} is not declared`
}
