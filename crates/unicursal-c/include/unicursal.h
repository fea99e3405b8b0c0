/* unicursal: puzzles in which a path must fill a grid.
 *
 * Everything is text: levels, answers and proofs look as they do on the command line. Texts end with a zero byte; a text
 * that a function gives is the caller's, who hands it to unicursal_free_text. What the library keeps of a text that it is
 * given is a copy.
 *
 * A level never changes: several threads may use one at the same time. unicursal_free ends it, when nobody uses it.
 *
 * Functions with a result of unicursal_status give a text as well, even if it is the reason why there is nothing else;
 * where nobody wants it, NULL may be given for it. NULL for a level or for a text that is needed is refused like any
 * other input that makes no sense. */

#ifndef UNICURSAL_H
#define UNICURSAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a function ended; the numbers up to 3 are exit codes of the program, too. */
typedef enum unicursal_status {
    /* It is done: there is an answer, the answer is right, everything was counted. */
    UNICURSAL_YES = 0,
    /* There is no answer, which is proved, or the answer is wrong. The text says why. */
    UNICURSAL_NO = 1,
    /* The input or the request makes no sense. The text says what is wrong, and where. */
    UNICURSAL_BAD = 2,
    /* A limit or unicursal_cancel ended the work. The text says how far it came. */
    UNICURSAL_UNKNOWN = 3,
    /* A bug in the library. The text says which. */
    UNICURSAL_INTERNAL = 4
} unicursal_status;

typedef struct unicursal_level unicursal_level;

/* The version, such as "0.2.0". Not to be freed. */
const char *unicursal_version(void);

/* Reads a level of a puzzle ("coil", "connect", "maze", "pellet", "trail") from this many bytes, in whatever form it is
 * recognised; with NULL for the puzzle, of the first puzzle that can read it. NULL if it cannot be read; `error` says
 * why then, and is NULL otherwise. */
unicursal_level *unicursal_read(const char *puzzle, const char *text, size_t length, char **error);

/* Makes the level with this name: "coil:40x30#spring", "trail:pack/7". Seconds of 0 or less are no limit, here and below. */
unicursal_level *unicursal_make(const char *name, double seconds, char **error);

/* Makes a level. The same seed and options make the same level on every machine. Options are lines of name=value, as the
 * program's `generate` has them, such as "difficulty=hard"; NULL for none. */
unicursal_level *unicursal_generate(const char *puzzle, size_t width, size_t height, const char *seed,
                                    const char *options, double seconds, char **error);

/* Ends a level. NULL is left alone. */
void unicursal_free(unicursal_level *level);

/* Ends a text that a function gave. NULL is left alone. */
void unicursal_free_text(char *text);

/* The name of a level's puzzle, which lives as long as the level. NULL for NULL. */
const char *unicursal_puzzle(const unicursal_level *level);

/* The sides of a level; 0 for NULL. */
size_t unicursal_width(const unicursal_level *level);
size_t unicursal_height(const unicursal_level *level);

/* Ends the work on a level that goes on in other threads. Work that begins later is not ended. */
void unicursal_cancel(const unicursal_level *level);

/* Looks for an answer, which an independent checker has accepted. Options are lines of name=value as above, among them
 * "method", "seed" and "threads". */
unicursal_status unicursal_solve(const unicursal_level *level, const char *options, double seconds, char **answer);

/* Whether an answer is right. */
unicursal_status unicursal_check(const unicursal_level *level, const char *answer, char **reason);

/* The number of answers, in decimal digits, however large. With `most` above 0, UNICURSAL_UNKNOWN says that there are
 * more than that. */
unicursal_status unicursal_count(const unicursal_level *level, uint64_t most, double seconds, char **count);

/* The next move of an answer that begins so; "" for one that has not begun. */
unicursal_status unicursal_hint(const unicursal_level *level, const char *so_far, double seconds, char **next);

/* The level in a form: "own" for the one of its puzzle. `length`, unless it is NULL, is its length, for forms of bytes. */
unicursal_status unicursal_convert(const unicursal_level *level, const char *form, char **text, size_t *length);

/* A picture, with an answer unless that is NULL: "svg", "png", "gif", "apng" or "text". */
unicursal_status unicursal_draw(const unicursal_level *level, const char *answer, const char *format, char **picture,
                                size_t *length);

#ifdef __cplusplus
}
#endif

#endif
