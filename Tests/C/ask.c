/* geosnap VERB ... by geosnap_ask: the transcripts run with it, so that the library answers as the command does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geosnap.h"

static void print(FILE *stream, geosnap_text text) {
  fwrite(text.bytes, 1, text.count, stream);
  if (text.count > 0 && text.bytes[text.count - 1] != '\n') fputc('\n', stream);
}

int main(int count, char **arguments) {
  geosnap_text *words = calloc((size_t)count, sizeof *words);
  geosnap_text input = {NULL, 0};
  geosnap_reply *reply = NULL;
  geosnap_error *error = NULL;
  geosnap_status status;
  char *bytes = NULL;
  size_t size = 0, given;
  int number, reads = count > 1 && strcmp(arguments[1], "geometry") == 0;
  for (number = 1; number < count; number++) {
    words[number - 1].bytes = arguments[number];
    words[number - 1].count = strlen(arguments[number]);
    if (strcmp(arguments[number], "-") == 0) reads = 1;
  }
  /* The input of a verb that does not read it is the shell's. */
  if (reads) do {
    bytes = realloc(bytes, size + 65536);
    given = fread(bytes + size, 1, 65536, stdin);
    size += given;
  } while (given > 0);
  input.bytes = bytes;
  input.count = size;
  status = geosnap_ask(NULL, words, (size_t)count - 1, input, NULL, NULL, &reply, &error);
  if (reply != NULL) {
    print(stdout, reply->output);
    print(stderr, reply->notes);
  } else {
    print(stdout, error->document);
    fputs(error->status == GEOSNAP_USAGE ? "Error: " : "geosnap: ", stderr);
    print(stderr, error->message);
  }
  geosnap_reply_free(reply);
  geosnap_error_free(error);
  free(words);
  free(bytes);
  return status;
}
