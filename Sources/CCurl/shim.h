#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <sys/prctl.h>

// Whether libcurl is there; loads it. curl_global_init(3) and curl_url(3) do so by themselves, and fail where it is not;
// all other functions of libcurl may be called once one of the two has not failed.
int ccurl_load(void);

// Swift cannot call variadic C functions; these are curl_easy_setopt, curl_easy_getinfo and
// curl_multi_setopt, one for each kind of argument that HTTPCurl passes, and prctl for a thread's name.

typedef size_t (*ccurl_bytes_callback)(char *bytes, size_t size, size_t count, void *userdata);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_set_bytes_callback(CURL *easy, CURLoption option, ccurl_bytes_callback callback);
CURLcode ccurl_set_prereq_callback(CURL *easy, curl_prereq_callback callback);
CURLcode ccurl_set_sockopt_callback(CURL *easy, curl_sockopt_callback callback);
CURLcode ccurl_info_long(CURL *easy, CURLINFO info, long *value);
CURLcode ccurl_info_string(CURL *easy, CURLINFO info, char **value);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

// Whether it may change the address is another matter from version to version of libcurl.
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);

static inline int ccurl_name_thread(const char *name) {
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
