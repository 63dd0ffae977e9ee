# shellcheck shell=bash
# nginx, which serves $M at $port.
# shellcheck disable=SC2154
cat > nginx.conf <<END
daemon off;
pid $T/nginx.pid;
events {}
http {
    access_log off;
    client_body_temp_path $T/nginx; proxy_temp_path $T/nginx; fastcgi_temp_path $T/nginx;
    uwsgi_temp_path $T/nginx; scgi_temp_path $T/nginx;
    server { listen 127.0.0.1:$port; root "$M"; }
}
END
exec nginx -e "$T/nginx.log" -c "$T/nginx.conf"
