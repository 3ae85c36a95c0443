import { CopyButton } from './copy-button.tsx'
import './copy-box.css'

/** A secret or an address that is shown once, with a button that copies it. */
export function CopyBox({ text }: { text: string }) {
  return (
    <div className="copy-box">
      <code dir="ltr">{text}</code>
      <CopyButton text={text} />
    </div>
  )
}
