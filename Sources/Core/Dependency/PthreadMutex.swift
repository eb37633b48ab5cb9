#if PTHREAD_LOCKS
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    /// A lock that the thread sanitizer sees, with the interface of `Synchronization.Mutex`, which it does not see on
    /// Linux.
    ///
    /// Each module of this package has an alias `Mutex` for it that hides the other one when it is built with
    /// `LANTERN_PTHREAD_LOCKS=1`. Nothing else uses it: it allocates, and is slower.
    package struct PthreadMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        // Unchecked because of the pointers: they are set in init, and what is behind them is touched under the lock.
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        package init(_ initialValue: consuming sending Value) {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            precondition(pthread_mutex_init(mutex, nil) == 0, "The system has no lock left.")
            value = .allocate(capacity: 1)
            value.initialize(to: initialValue)
        }

        deinit {
            value.deinitialize(count: 1)
            value.deallocate()
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            nonisolated(unsafe) let value = value
            return try body(&value.pointee)
        }

        package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
            guard pthread_mutex_trylock(mutex) == 0 else { return nil }
            defer { pthread_mutex_unlock(mutex) }
            nonisolated(unsafe) let value = value
            return try body(&value.pointee)
        }
    }
#endif
