#!/bin/bash
# The first process of the machine that scripts/release/kernels starts: runs the tests, says how they ended, turns it off.
source /in-machine.conf
mount -t proc proc /proc
mountpoint -q /sys || mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
mkdir -p /dev/shm /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t devpts devpts /dev/pts
modprobe -a fuse loop
chmod 666 /dev/fuse
ip link set lo up
echo "== $(uname -sr), $(nproc) processors"
cd "$folder" || exit
export HOME=/root PATH=/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 SWIFT_BACKTRACE=enable=no
export PLACESFS_TEST_MOUNTS=2 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 PLACESFS_TEST_PATIENCE=20
export PLACESFS_UNDER_TEST=/mounts/placesfs NO_COLOR=1
timeout -k 30 6600 .build/debug/placesfsPackageTests.xctest --testing-library swift-testing --filter "$filter" </dev/null 2>&1
echo "== tests ended with $?"
sync
echo o > /proc/sysrq-trigger
sleep 60
