const CONFIG_PATTERN = /<meta name="alcove" content="([^"]*)"/
const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/**
 * The looks and texts of a project, read from the frame of `serviceOrigin`; an empty object if the owner set
 * none, `undefined` if the project does not exist.
 */
export async function readProjectLook(serviceOrigin: string, app: string): Promise<unknown> {
  const path = app === 'default' ? '/frame' : `/p/${app}/frame`
  const answer = await fetch(serviceOrigin + path)
  const config = CONFIG_PATTERN.exec(await answer.text())?.[1]
  if (!answer.ok || config === undefined) return undefined
  const json = config.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? '')
  return (JSON.parse(json) as { look?: unknown }).look ?? {}
}
