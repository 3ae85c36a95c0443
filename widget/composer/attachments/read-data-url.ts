import { AlcoveError } from '../../../shared/errors.ts'

/**
 * A file as a data URL.
 *
 * @throws AlcoveError `file_rejected`: it is gone, was changed, or may not be read.
 */
export function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () =>
      reject(
        new AlcoveError('file_rejected', 'The file could not be read.', { cause: reader.error }),
      ),
    )
    reader.readAsDataURL(file)
  })
}
