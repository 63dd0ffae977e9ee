# shellcheck shell=bash
# Apache, which serves $M at $port.
# shellcheck disable=SC2154
cat > apache.conf <<END
ServerName localhost
Listen 127.0.0.1:$port
PidFile $T/apache.pid
DefaultRuntimeDir $T
ErrorLog $T/apache.log
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
DocumentRoot "$M"
<Directory "$M">
    Require all granted
</Directory>
END
exec apache2 -f "$T/apache.conf" -DFOREGROUND
