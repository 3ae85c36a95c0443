/** The address of a worker's file after the build. */
declare module '*?worker&url' {
  const url: string
  export default url
}
