import { MIMEType } from 'node:util'

export interface ContentType {
  /** Without parameters, in lower case. */
  readonly mediaType: string | undefined
  readonly charset: string | undefined
}

/** Parses a header `Content-Type`; an unreadable one is none. */
export function parseContentType(header: string | undefined): ContentType {
  try {
    const type = new MIMEType(header ?? '')
    return { mediaType: type.essence, charset: type.params.get('charset') ?? undefined }
  } catch {
    return { mediaType: undefined, charset: undefined }
  }
}
