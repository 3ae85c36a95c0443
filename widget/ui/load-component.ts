import type { ComponentType } from 'react'

/**
 * For `React.lazy`: a component that is fetched when it is needed. Where it cannot be had (a
 * connection that is gone, a release that was replaced), `standIn` is drawn; default: nothing.
 */
export async function loadComponent<Props>(
  fetch: () => Promise<ComponentType<Props>>,
  standIn: ComponentType<Props> = () => null,
): Promise<{ default: ComponentType<Props> }> {
  try {
    return { default: await fetch() }
  } catch {
    return { default: standIn }
  }
}
