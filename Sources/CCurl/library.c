// libcurl depends on some forty libraries. If this program were linked with it, loading them would take half of every
// start, even of commands that never use the network, and a daemon's parent would fork and end with all of them loaded.
// So the first call loads libcurl. The functions that HTTPCurl calls are defined here under libcurl's own names,
// visible to this program alone.

// curl.h would define macros of the same names as its functions, to check their arguments.
#define CURL_DISABLE_TYPECHECK
#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define FUNCTIONS(each)                                                                                               \
    each(curl_easy_cleanup) each(curl_easy_getinfo) each(curl_easy_init) each(curl_easy_pause) each(curl_easy_setopt) \
    each(curl_easy_strerror) each(curl_free) each(curl_global_init) each(curl_multi_add_handle)                       \
    each(curl_multi_cleanup) each(curl_multi_info_read) each(curl_multi_init) each(curl_multi_perform)                \
    each(curl_multi_poll) each(curl_multi_remove_handle) each(curl_multi_setopt) each(curl_multi_strerror)            \
    each(curl_multi_wakeup) each(curl_slist_append) each(curl_slist_free_all) each(curl_url) each(curl_url_cleanup)   \
    each(curl_url_get) each(curl_url_set)

static struct {
#define DECLARE(name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
} loaded;

static int is_loaded;

// OpenSSL's function of this name; NULL if libcurl uses another library for TLS. dlsym(3) looks in libcurl's own
// libraries, too.
static int (*ssl_has_pending)(const void *ssl);

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return;
#define FIND(name) \
    if ((loaded.name = (__typeof__(name) *)dlsym(library, #name)) == NULL) return;
    FUNCTIONS(FIND)
    ssl_has_pending = (__typeof__(ssl_has_pending))dlsym(library, "SSL_has_pending");
    is_loaded = 1;
}

int ccurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

// Hidden from libcurl, which would otherwise call these functions in place of its own.
#define OWN __attribute__((visibility("hidden")))

OWN CURLcode curl_global_init(long flags) { return ccurl_load() ? loaded.curl_global_init(flags) : CURLE_FAILED_INIT; }
OWN CURLU *curl_url(void) { return ccurl_load() ? loaded.curl_url() : NULL; }

OWN void curl_url_cleanup(CURLU *url) { loaded.curl_url_cleanup(url); }
OWN CURLUcode curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    return loaded.curl_url_set(url, part, text, flags);
}

OWN CURL *curl_easy_init(void) { return loaded.curl_easy_init(); }
OWN void curl_easy_cleanup(CURL *easy) { loaded.curl_easy_cleanup(easy); }
OWN CURLcode curl_easy_pause(CURL *easy, int direction) { return loaded.curl_easy_pause(easy, direction); }
OWN const char *curl_easy_strerror(CURLcode code) { return loaded.curl_easy_strerror(code); }

OWN CURLM *curl_multi_init(void) { return loaded.curl_multi_init(); }
OWN CURLMcode curl_multi_cleanup(CURLM *multi) { return loaded.curl_multi_cleanup(multi); }
OWN CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy) { return loaded.curl_multi_add_handle(multi, easy); }
OWN CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy) {
    return loaded.curl_multi_remove_handle(multi, easy);
}
OWN CURLMcode curl_multi_perform(CURLM *multi, int *running) { return loaded.curl_multi_perform(multi, running); }
OWN CURLMcode curl_multi_poll(CURLM *multi, struct curl_waitfd files[], unsigned int count, int patience, int *ready) {
    return loaded.curl_multi_poll(multi, files, count, patience, ready);
}
OWN CURLMcode curl_multi_wakeup(CURLM *multi) { return loaded.curl_multi_wakeup(multi); }
OWN CURLMsg *curl_multi_info_read(CURLM *multi, int *left) { return loaded.curl_multi_info_read(multi, left); }
OWN const char *curl_multi_strerror(CURLMcode code) { return loaded.curl_multi_strerror(code); }

OWN struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
    return loaded.curl_slist_append(list, text);
}
OWN void curl_slist_free_all(struct curl_slist *list) { loaded.curl_slist_free_all(list); }
OWN void curl_free(void *memory) { loaded.curl_free(memory); }

CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    return loaded.curl_url_get(url, part, text, flags);
}

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return loaded.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return loaded.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return loaded.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return loaded.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_bytes_callback(CURL *easy, CURLoption option, ccurl_bytes_callback callback) {
    return loaded.curl_easy_setopt(easy, option, callback);
}

CURLcode ccurl_set_prereq_callback(CURL *easy, curl_prereq_callback callback) {
    return loaded.curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

CURLcode ccurl_set_sockopt_callback(CURL *easy, curl_sockopt_callback callback) {
    return loaded.curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, callback);
}

CURLcode ccurl_set_opensocket_callback(CURL *easy, curl_opensocket_callback callback) {
    return loaded.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

CURLcode ccurl_info_long(CURL *easy, CURLINFO info, long *value) {
    return loaded.curl_easy_getinfo(easy, info, value);
}

CURLcode ccurl_info_string(CURL *easy, CURLINFO info, char **value) {
    return loaded.curl_easy_getinfo(easy, info, value);
}

int ccurl_has_decrypted_bytes(CURL *easy) {
    struct curl_tlssessioninfo *session = NULL;
    if (ssl_has_pending == NULL) return 0;
    if (loaded.curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL) return 0;
    return session->backend == CURLSSLBACKEND_OPENSSL && session->internals && ssl_has_pending(session->internals);
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return loaded.curl_multi_setopt(multi, option, value);
}
