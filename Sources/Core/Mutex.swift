#if PTHREAD_LOCKS
    /// Hides `Synchronization.Mutex` in this module, for the thread sanitizer.
    typealias Mutex<Value: ~Copyable> = PthreadMutex<Value>
#endif
