#if PTHREAD_LOCKS
    import Core

    /// Hides `Synchronization.Mutex` in this module, for the thread sanitizer.
    typealias Mutex<Value: ~Copyable> = PthreadMutex<Value>
#endif
