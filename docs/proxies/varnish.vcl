# Varnish in front of Alcove: /etc/varnish/default.vcl. It ends no TLS: put Hitch or another TLS proxy in front.
# The server needs ALCOVE_PUBLIC_URL with this name, and ALCOVE_TRUSTED_PROXIES=1, or 2 with a TLS proxy that adds
# its own entry to X-Forwarded-For.

vcl 4.1;

backend alcove {
  .host = "127.0.0.1";
  .port = "8787";
  # The pages of a PDF are one response, for which a busy server needs minutes.
  .first_byte_timeout = 7m;
  # A limit of silence, not of length: a stream sends something every 15 s, and may take any time.
  .between_bytes_timeout = 75s;
}

sub vcl_recv {
  # Answers belong to one person. Files of the frame are kept as their own headers say. Host and X-Forwarded-For
  # are passed on by default.
  if (req.url ~ "/v1/" || req.http.Authorization) {
    return (pass);
  }
}

sub vcl_backend_response {
  # Streams are never compressed, and are forwarded at once.
  if (beresp.http.Content-Type ~ "^(application/json|(text|application)/javascript|text/css)") {
    set beresp.do_gzip = true;
  }
}
