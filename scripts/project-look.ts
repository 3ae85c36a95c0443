const CONFIG_PATTERN = /<meta name="alcove" content="([^"]*)"/
const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/**
 * The looks and words that a project's owner has said, as the frame of `serviceOrigin` has them; an empty
 * object where they said nothing, `undefined` where there is no such project.
 */
export async function readProjectLook(serviceOrigin: string, app: string): Promise<unknown> {
  const path = app === 'default' ? '/frame' : `/p/${app}/frame`
  const answer = await fetch(serviceOrigin + path)
  const config = CONFIG_PATTERN.exec(await answer.text())?.[1]
  if (!answer.ok || config === undefined) return undefined
  const json = config.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? '')
  return (JSON.parse(json) as { look?: unknown }).look ?? {}
}
