import { AlcoveError } from '../../shared/errors.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'
import { createEncodedFile, type EncodedFile } from './encoded-file.ts'
import { escapeHtml } from './escape-html.ts'

/** Same for a project that is unknown, switched off or has no host pages: nobody learns which. */
export const REFUSED_CONFIG: FrameConfig = { project: '', basePath: '', allowedHosts: [] }

const HEAD_PATTERN = /<head(\s[^>]*)?>/i

/** The built document with its configuration in a meta tag: no inline script, nothing to run. */
export function createFrameDocument(html: string, config: FrameConfig): EncodedFile {
  if (!HEAD_PATTERN.test(html)) {
    throw new AlcoveError('config_invalid', 'The built frame document has no head.')
  }
  const meta = `<meta name="alcove" content="${escapeHtml(JSON.stringify(config))}" />`
  const text = html.replace(HEAD_PATTERN, (head) => `${head}\n    ${meta}`)
  return createEncodedFile(Buffer.from(text), 'text/html; charset=utf-8')
}
