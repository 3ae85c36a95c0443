import { lazy } from 'react'
import type { ComponentType } from 'react'
import { later } from '../../shared/later.ts'

/**
 * A component that comes with the later file, and is fetched when it is drawn. What stands in its
 * place until then is the `Suspense` around it.
 */
export function lazyPart<Props>(fetch: () => Promise<ComponentType<Props>>) {
  const load = later(fetch)
  return lazy(async () => ({ default: await load() }))
}
