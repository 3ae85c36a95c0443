import { lazy } from 'react'
import type { ComponentType } from 'react'
import { later } from '../../shared/later.ts'

/** A component that loads when it is first drawn. Until then the surrounding `Suspense` shows its fallback. */
export function lazyPart<Props>(fetch: () => Promise<ComponentType<Props>>) {
  const load = later(fetch)
  return lazy(async () => ({ default: await load() }))
}
