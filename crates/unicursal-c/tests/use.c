/* Uses every function of the header. Ends with 0 if all of them do what it says, else says which line does not hold. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unicursal.h"

#define HOLDS(what)                                                   \
    do {                                                              \
        if (!(what)) {                                                \
            fprintf(stderr, "line %d does not hold: %s\n", __LINE__, #what); \
            return 1;                                                 \
        }                                                             \
    } while (0)

/* Whether a text is this, and its end. */
static int is(char *text, const char *expected)
{
    int same = text != NULL && strcmp(text, expected) == 0;
    if (!same)
        fprintf(stderr, "'%s' instead of '%s'\n", text == NULL ? "NULL" : text, expected);
    unicursal_free_text(text);
    return same;
}

int main(void)
{
    const char *coil = "x=3&y=3&board=X.......X";
    char *text = NULL;
    size_t length = 0;

    HOLDS(strcmp(unicursal_version(), VERSION) == 0);

    unicursal_level *level = unicursal_read(NULL, coil, strlen(coil), &text);
    HOLDS(level != NULL && text == NULL);
    HOLDS(strcmp(unicursal_puzzle(level), "coil") == 0);
    HOLDS(unicursal_width(level) == 3 && unicursal_height(level) == 3);

    /* An answer, which the checker accepts; a wrong one; none. */
    HOLDS(unicursal_solve(level, NULL, 10, &text) == UNICURSAL_YES);
    HOLDS(unicursal_check(level, text, NULL) == UNICURSAL_YES);
    char *picture = NULL;
    HOLDS(unicursal_draw(level, text, "svg", &picture, &length) == UNICURSAL_YES);
    HOLDS(strncmp(picture, "<svg", 4) == 0 && strlen(picture) == length);
    unicursal_free_text(picture);
    HOLDS(unicursal_draw(level, NULL, "png", &picture, &length) == UNICURSAL_YES);
    HOLDS(length > 8 && memcmp(picture, "\x89PNG\r\n\x1a\n", 8) == 0 && strlen(picture) < length);
    unicursal_free_text(picture);
    HOLDS(unicursal_draw(level, NULL, "bmp", &picture, NULL) == UNICURSAL_BAD);
    HOLDS(is(picture, "there is no format 'bmp'; there are svg, png, gif, apng and text"));
    unicursal_free_text(text);
    HOLDS(unicursal_check(level, "x=1&y=0&path=R", &text) == UNICURSAL_NO);
    HOLDS(text != NULL && text[0] != 0);
    unicursal_free_text(text);
    HOLDS(unicursal_check(level, "nonsense", NULL) == UNICURSAL_BAD);
    HOLDS(unicursal_solve(level, "method=none", 10, &text) == UNICURSAL_BAD);
    unicursal_free_text(text);
    HOLDS(unicursal_solve(level, "method", 10, &text) == UNICURSAL_BAD);
    HOLDS(is(text, "the option 'method' is not name=value"));
    HOLDS(unicursal_solve(level, "threads=-1", 10, NULL) == UNICURSAL_BAD);
    HOLDS(unicursal_solve(level, "method=brute\nseed = 7\n\nthreads=2", 10, NULL) == UNICURSAL_YES);

    HOLDS(unicursal_count(level, 0, 10, &text) == UNICURSAL_YES);
    HOLDS(atoi(text) > 1);
    unicursal_free_text(text);
    HOLDS(unicursal_count(level, 1, 10, &text) == UNICURSAL_UNKNOWN);
    HOLDS(is(text, "1"));

    HOLDS(unicursal_hint(level, "", 10, &text) == UNICURSAL_YES);
    HOLDS(text[0] != 0);
    unicursal_free_text(text);
    HOLDS(unicursal_hint(level, NULL, 10, &text) == UNICURSAL_BAD);
    HOLDS(is(text, "the beginning is NULL"));

    HOLDS(unicursal_convert(level, "rows", &text, &length) == UNICURSAL_YES);
    HOLDS(length == 12 && is(text, "X..\n...\n..X\n"));
    unicursal_cancel(level);
    HOLDS(unicursal_solve(level, NULL, 0, NULL) == UNICURSAL_YES);
    unicursal_free(level);

    /* A board without an answer. */
    level = unicursal_read("pellet", "S#.\n", 4, NULL);
    HOLDS(unicursal_solve(level, NULL, 0, &text) == UNICURSAL_NO);
    unicursal_free_text(text);
    unicursal_free(level);

    /* What cannot be read. */
    HOLDS(unicursal_read("coil", "x=3&y=3&board=X..", 17, &text) == NULL);
    HOLDS(is(text, "the board has 3 cells, but 3x3 needs 9"));
    HOLDS(unicursal_read("chess", "", 0, &text) == NULL);
    HOLDS(is(text, "there is no puzzle 'chess'; there are coil, connect, maze, pellet, trail"));
    HOLDS(unicursal_read("\xff", "", 0, &text) == NULL);
    HOLDS(is(text, "the puzzle is no UTF-8"));
    HOLDS(unicursal_read(NULL, NULL, 5, NULL) == NULL);

    /* The same name, and the same request, make the same level. */
    level = unicursal_make("trail:6x6#spring", 0, &text);
    HOLDS(level != NULL && text == NULL);
    char *one = NULL, *two = NULL;
    HOLDS(unicursal_convert(level, "own", &one, NULL) == UNICURSAL_YES);
    unicursal_free(level);
    level = unicursal_generate("trail", 6, 6, "spring", NULL, 0, &text);
    HOLDS(unicursal_convert(level, "own", &two, NULL) == UNICURSAL_YES);
    HOLDS(strcmp(one, two) == 0);
    unicursal_free_text(one);
    unicursal_free_text(two);
    unicursal_free(level);
    HOLDS(unicursal_generate("trail", 6, 6, "spring", "walls=none\ncolour=red", 0, &text) == NULL);
    HOLDS(strstr(text, "there is no option 'colour' here") != NULL);
    unicursal_free_text(text);
    HOLDS(unicursal_make("trail:6x6", 0, &text) == NULL);
    unicursal_free_text(text);
    HOLDS(unicursal_make("level.txt", 0, NULL) == NULL);
    /* A limit of time. */
    HOLDS(unicursal_generate("pellet", 30, 30, "x", "unique=true", 1e-9, &text) == NULL);
    unicursal_free_text(text);

    /* NULL is refused, or left alone. */
    HOLDS(unicursal_solve(NULL, NULL, 0, &text) == UNICURSAL_BAD);
    HOLDS(is(text, "the level is NULL"));
    HOLDS(unicursal_puzzle(NULL) == NULL && unicursal_width(NULL) == 0 && unicursal_height(NULL) == 0);
    unicursal_cancel(NULL);
    unicursal_free(NULL);
    unicursal_free_text(NULL);
    puts("every line holds");
    return 0;
}
