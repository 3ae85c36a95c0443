import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Disclosure } from '../../widget/ui/disclosure.tsx'
import '../../widget/ui/disclosure.css'
import './fold.css'

export interface FoldProps {
  summary: ReactNode
  className?: string
  children: ReactNode
}

/** Content folded to a line whose arrow tells that there is more. */
export function Fold({ summary, className = '', children }: FoldProps) {
  return (
    <Disclosure
      className={`fold ${className}`.trim()}
      summary={
        <>
          {summary}
          <ChevronRight className="fold-arrow" aria-hidden="true" />
        </>
      }
    >
      {children}
    </Disclosure>
  )
}
