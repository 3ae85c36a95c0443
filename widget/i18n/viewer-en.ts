/**
 * The texts of the viewer of images, which comes when an image is opened. The rules of `en.ts` hold.
 */
export const viewerEn = {
  'viewer.previous': 'Previous image',
  'viewer.next': 'Next image',
  'viewer.zoomIn': 'Zoom in',
  'viewer.zoomOut': 'Zoom out',
  'viewer.download': 'Download',
} as const
