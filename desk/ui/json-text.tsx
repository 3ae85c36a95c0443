import './json-text.css'

/** JSON with a line for each value; other text as it is. */
export function JsonText({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide content scrolls by keyboard too
    <pre className="json-text" dir="ltr" tabIndex={0}>
      {layOut(text)}
    </pre>
  )
}

function layOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
