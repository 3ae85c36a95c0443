/** The bundler turns an imported style sheet into a link; it exports nothing. */
declare module '*.css' {}
