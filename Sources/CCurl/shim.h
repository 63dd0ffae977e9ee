#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <sys/prctl.h>

// Loads libcurl, and returns whether that succeeded. curl_global_init(3) and curl_url(3) call it themselves, and fail
// if libcurl is missing. Call any other function of libcurl only after one of these two has succeeded.
int ccurl_load(void);

// Swift cannot call variadic C functions. These wrap curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt, with
// one function for each kind of argument that HTTPCurl passes, and prctl, which names a thread.

typedef size_t (*ccurl_bytes_callback)(char *bytes, size_t size, size_t count, void *userdata);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_set_bytes_callback(CURL *easy, CURLoption option, ccurl_bytes_callback callback);
CURLcode ccurl_set_prereq_callback(CURL *easy, curl_prereq_callback callback);
CURLcode ccurl_set_sockopt_callback(CURL *easy, curl_sockopt_callback callback);
CURLcode ccurl_set_opensocket_callback(CURL *easy, curl_opensocket_callback callback);
CURLcode ccurl_info_long(CURL *easy, CURLINFO info, long *value);
CURLcode ccurl_info_string(CURL *easy, CURLINFO info, char **value);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

// Whether the connection of `easy` holds bytes that its TLS library has decrypted and nobody has read. Only within a
// callback of libcurl, where the connection is known.
int ccurl_has_decrypted_bytes(CURL *easy);

// The local port of an internet socket; -1 for any other descriptor, or none.
int ccurl_local_port(int descriptor);

// Whether a socket has received bytes that nobody has read.
int ccurl_has_waiting_bytes(int descriptor);

// Wrapped because the first parameter is const in some versions of libcurl and not in others.
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);

static inline int ccurl_name_thread(const char *name) {
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
