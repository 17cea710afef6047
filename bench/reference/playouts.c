/* Light random playouts in plain C: the yardstick of `semeai bench playouts`.
 *
 * The same algorithm as src/semeai/go/{board,playout}_kernel.py: padded board, pseudo-liberties, circular chains, a list of
 * empty points, packed neighbour counts, a uniform draw over the moves that are legal and fill no own eye, SplitMix64.
 * Written as one would write it in C: struct fields, small static functions, everything in one file for the optimiser.
 *
 *   gcc -O3 -march=native -o playouts playouts.c
 *   ./playouts SIZE PLAYOUTS SEED KOMI     prints: seconds, mean length, share of black wins
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STRIDE = 20, N_POINTS = STRIDE * (STRIDE + 1) + 1, MAX_AREA = 19 * 19 };
enum { EMPTY, BLACK, WHITE, EDGE };
enum { PASS = 0 };
enum { EMPTY_ONE = 1 << 8 };

typedef uint16_t point;

typedef struct {
    uint64_t hash;
    point size, to_play, ko, n_empty, n_passes;
    int32_t prisoners[3];
    point link[N_POINTS], chain[N_POINTS];
    uint16_t pseudo[N_POINTS], stones[N_POINTS], around[N_POINTS], slot[N_POINTS];
    point empty[MAX_AREA];
    uint8_t color[N_POINTS];
} board;

static const uint16_t STONE[4] = {0, 1, 1 << 4, 0};
static const int NEIGHBOR[4] = {1, -1, STRIDE, -STRIDE};
static const int DIAGONAL[4] = {STRIDE + 1, STRIDE - 1, -STRIDE + 1, -STRIDE - 1};
static uint64_t zobrist[3][N_POINTS];
static uint64_t rng;

static uint64_t draw(void) {
    uint64_t z = rng += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint32_t below(uint32_t n) { return (uint32_t)(((draw() >> 32) * n) >> 32); }

static void reset(board *b, int size) {
    memset(b, 0, sizeof *b);
    b->size = size;
    b->to_play = BLACK;
    memset(b->color, EDGE, sizeof b->color);
    for (int row = 1; row <= size; row++)
        for (int column = 1; column <= size; column++) {
            point p = STRIDE * row + column;
            b->color[p] = EMPTY;
            b->slot[p] = b->n_empty;
            b->empty[b->n_empty++] = p;
            for (int d = 0; d < 4; d++) b->around[p + NEIGHBOR[d]] += EMPTY_ONE;
        }
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        b->around[p] += (4 - (b->around[p] >> 8)) * 0x11;
    }
}

static void join(board *b, point x, point y) {
    if (b->stones[x] < b->stones[y]) { point t = x; x = y; y = t; }
    b->pseudo[x] += b->pseudo[y];
    b->stones[x] += b->stones[y];
    point p = y;
    do { b->chain[p] = x; p = b->link[p]; } while (p != y);
    point t = b->link[x]; b->link[x] = b->link[y]; b->link[y] = t;
}

static void place(board *b, point p, int c) {
    point last = b->empty[--b->n_empty];
    b->empty[b->slot[p]] = last;
    b->slot[last] = b->slot[p];
    b->color[p] = c;
    b->hash ^= zobrist[c][p];
    b->chain[p] = b->link[p] = p;
    b->stones[p] = 1;
    b->pseudo[p] = b->around[p] >> 8;
    uint16_t change = STONE[c] - EMPTY_ONE;
    for (int d = 0; d < 4; d++) {
        point q = p + NEIGHBOR[d];
        b->around[q] += change;
        b->pseudo[b->chain[q]]--;
        if (b->color[q] == c && b->chain[q] != b->chain[p]) join(b, b->chain[p], b->chain[q]);
    }
}

static void remove_chain(board *b, point x) {
    int c = b->color[x];
    b->prisoners[c] += b->stones[x];
    uint16_t change = EMPTY_ONE - STONE[c];
    point p = x;
    do {
        b->color[p] = EMPTY;
        b->chain[p] = 0;
        b->hash ^= zobrist[c][p];
        b->slot[p] = b->n_empty;
        b->empty[b->n_empty++] = p;
        for (int d = 0; d < 4; d++) {
            point q = p + NEIGHBOR[d];
            b->around[q] += change;
            b->pseudo[b->chain[q]]++;
        }
        p = b->link[p];
    } while (p != x);
}

static void play(board *b, point p) {
    int c = b->to_play, other = 3 - c;
    b->to_play = other;
    b->ko = PASS;
    if (p == PASS) { b->n_passes++; return; }
    b->n_passes = 0;
    int prisoners = b->prisoners[other];
    point captured = PASS;
    place(b, p, c);
    for (int d = 0; d < 4; d++) {
        point q = p + NEIGHBOR[d];
        if (b->color[q] == other && b->pseudo[b->chain[q]] == 0) { remove_chain(b, b->chain[q]); captured = q; }
    }
    point x = b->chain[p];
    if (b->prisoners[other] - prisoners == 1 && b->stones[x] == 1 && b->pseudo[x] == 1) b->ko = captured;
    if (b->pseudo[x] == 0) remove_chain(b, x);
}

static int breathes(board *b, point p) {
    if (b->around[p] >> 8) return 1;
    int c = b->to_play, answer = 0;
    for (int d = 0; d < 4; d++) b->pseudo[b->chain[p + NEIGHBOR[d]]]--;
    for (int d = 0; d < 4 && !answer; d++) {
        point q = p + NEIGHBOR[d], x = b->chain[q];
        answer = x && (b->color[q] == c) == (b->pseudo[x] != 0);
    }
    for (int d = 0; d < 4; d++) b->pseudo[b->chain[p + NEIGHBOR[d]]]++;
    return answer;
}

static int is_eye(const board *b, point p, int c) {
    if (((b->around[p] >> (4 * (c - 1))) & 15) != 4) return 0;
    int bad = 0, edge = 0;
    for (int d = 0; d < 4; d++) {
        int q = b->color[p + DIAGONAL[d]];
        bad += q == 3 - c;
        edge |= q == EDGE;
    }
    return bad + edge < 2;
}

static point light_move(board *b) {
    uint32_t n = b->n_empty;
    int c = b->to_play;
    while (n) {
        uint32_t i = below(n);
        point p = b->empty[i];
        if (p != b->ko && !is_eye(b, p, c) && breathes(b, p)) return p;
        point last = b->empty[--n];
        b->empty[i] = last;
        b->slot[last] = i;
        b->empty[n] = p;
        b->slot[p] = n;
    }
    return PASS;
}

/* Area of black minus area of white; at the end of a playout every empty point is somebody's eye or nobody's. */
static int area(const board *b) {
    int score = 0;
    for (int row = 1; row <= b->size; row++)
        for (int column = 1; column <= b->size; column++) {
            point p = STRIDE * row + column;
            int c = b->color[p], a = b->around[p];
            if (c == EMPTY) score += ((a & 15) == 4) - ((a >> 4 & 15) == 4);
            else score += c == BLACK ? 1 : -1;
        }
    return score;
}

int main(int argc, char **argv) {
    if (argc != 5) { fprintf(stderr, "usage: playouts SIZE PLAYOUTS SEED KOMI\n"); return 2; }
    int size = atoi(argv[1]);
    long n = atol(argv[2]), length = 0, wins = 0;
    double komi = atof(argv[4]);
    static board start, b;
    rng = 0;
    for (int c = BLACK; c <= WHITE; c++)
        for (int p = 0; p < N_POINTS; p++) zobrist[c][p] = draw();
    rng = strtoull(argv[3], NULL, 10);
    reset(&start, size);
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (long i = 0; i < n; i++) {
        b = start;
        int moves = 0;
        while (b.n_passes < 2 && moves < 3 * size * size) { play(&b, light_move(&b)); moves++; }
        length += moves;
        wins += area(&b) > komi;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    double seconds = (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec);
    printf("%.6f %.6f %.6f\n", seconds, (double)length / n, (double)wins / n);
    return 0;
}
