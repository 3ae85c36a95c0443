import { act } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** A React tree in the test's document. */
export interface Mounted {
  readonly container: HTMLElement
  render(tree: ReactNode): Promise<void>
  unmount(): Promise<void>
}

/** Renders `tree` and waits for its effects. */
export async function mount(tree: ReactNode): Promise<Mounted> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const render = (next: ReactNode) => act(async () => root.render(next))
  await render(tree)
  return {
    container,
    render,
    async unmount() {
      await act(async () => root.unmount())
      container.remove()
    },
  }
}
