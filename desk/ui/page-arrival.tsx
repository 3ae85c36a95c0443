import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'

interface PageArrival {
  /** Whether the heading of a page that opens takes the focus: not that of the first page of a visit. */
  readonly takesFocus: () => boolean
}

const PageArrivalContext = createContext<PageArrival>({ takesFocus: () => false })

export const usePageArrival = (): PageArrival => use(PageArrivalContext)

/** Knows which page is the first one: there the browser places the focus itself. */
export function PageArrivalProvider({ children }: { children: ReactNode }) {
  const [arrival] = useState(createArrival)
  return <PageArrivalContext value={arrival}>{children}</PageArrivalContext>
}

function createArrival(): PageArrival {
  let isFirst = true
  return {
    takesFocus() {
      const wasFirst = isFirst
      isFirst = false
      return !wasFirst
    },
  }
}
