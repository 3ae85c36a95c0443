import type { Attachment } from '../../../shared/thread/attachment.ts'
import type { CloudFiles, UploadedFile } from '../../api/cloud-files.ts'

/** An upload that the test controls. */
export interface OpenUpload {
  readonly file: File
  readonly signal: AbortSignal
  progress(share: number): void
  finish(key?: string | null, change?: Partial<UploadedFile>): Promise<void>
  refuse(error: Error): Promise<void>
}

export interface FakeFileCalls extends CloudFiles {
  readonly uploads: readonly OpenUpload[]
  readonly asked: readonly string[]
  /** Next result of `pdfToImages`. */
  pages: () => ReturnType<CloudFiles['pdfToImages']>
}

const soon = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))

export function createFakeFileCalls(): FakeFileCalls {
  const uploads: OpenUpload[] = []
  const asked: string[] = []
  const calls: FakeFileCalls = {
    uploads,
    asked,
    pages: async () => ({ success: true, urls: [], message: '' }),
    uploadFile: (file, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        uploads.push({
          file,
          signal,
          progress: onProgress,
          finish(key = `key-${file.name}`, change = {}) {
            onProgress(1)
            resolve({ url: `https://files.example/${file.name}`, key, ...change })
            return soon()
          },
          refuse(error) {
            reject(error)
            return soon()
          },
        })
      }),
    async pdfToImages({ file_url }) {
      asked.push(file_url)
      return calls.pages()
    },
    presignDownload: async ({ url }) => `${url}?signature=1`,
    documentAddress: async ({ documentId }) => `https://chat.example/knowledge/${documentId}`,
  }
  return calls
}

export const attachmentOf = (name: string): Attachment => ({
  id: `key-${name}`,
  type: 'file',
  name,
  contentType: 'application/zip',
  url: `https://files.example/${name}`,
  size: 3,
})
