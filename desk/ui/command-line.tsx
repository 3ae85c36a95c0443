import { useQuery } from '@tanstack/react-query'
import { signInWaysQuery } from '../api/queries.ts'
import { CopyButton } from './copy-button.tsx'
import './command-line.css'

/** A command of the operator, as this installation is called, with a button that copies it. */
export function CommandLine({ args }: { args: string }) {
  const { data } = useQuery(signInWaysQuery)
  if (!data) return null
  const text = `${data.program} ${args}`
  return (
    <div className="command-line">
      <code dir="ltr">{text}</code>
      <CopyButton text={text} />
    </div>
  )
}
