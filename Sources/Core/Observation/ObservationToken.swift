import Synchronization

/// The lifetime of one observation: it ends when the token is cancelled or released, from any thread.
///
/// On the main actor no callback comes after ``cancel()`` has returned.
public final class ObservationToken: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    /// Creates a token.
    ///
    /// - Parameter onCancel: Ends the observation; called once, by ``cancel()`` or when the token is released.
    package init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Mutex(onCancel)
    }

    deinit {
        cancel()
    }

    /// Ends the observation; calling it again does nothing.
    public func cancel() {
        let action = onCancel.withLock { onCancel in
            defer { onCancel = nil }
            return onCancel
        }
        action?()
    }
}
