import { createStorageError, type S3Request } from './s3-request.ts'

/** A list's answer: a thousand names of at most a kilobyte. */
const LIST_MAX_BYTES = 4_194_304
const ENTRY = /<Contents>(.*?)<\/Contents>/gs

export interface ListedObject {
  readonly name: string
  readonly modifiedAt: Date
}

/** Objects whose names begin with `prefix`, page after page. Our names need no unescaping. */
export async function* listS3Objects(
  request: S3Request,
  bucketUrl: string,
  prefix: string,
): AsyncGenerator<ListedObject> {
  let token: string | undefined
  do {
    const url = new URL(bucketUrl)
    url.searchParams.set('list-type', '2')
    url.searchParams.set('prefix', prefix)
    if (token !== undefined) url.searchParams.set('continuation-token', token)
    const response = await request('GET', url.href)
    if (!response.ok) throw createStorageError(response.status)
    const xml = (await response.text()).slice(0, LIST_MAX_BYTES)
    for (const [, entry = ''] of xml.matchAll(ENTRY)) {
      const name = readTag(entry, 'Key')
      const modifiedAt = readTag(entry, 'LastModified')
      if (name?.startsWith(prefix) === true && modifiedAt !== undefined) {
        yield { name, modifiedAt: new Date(modifiedAt) }
      }
    }
    token = readTag(xml, 'NextContinuationToken')
  } while (token !== undefined)
}

function readTag(xml: string, tag: string): string | undefined {
  const start = xml.indexOf(`<${tag}>`)
  const end = xml.indexOf(`</${tag}>`, start)
  return start === -1 || end === -1 ? undefined : xml.slice(start + tag.length + 2, end)
}
