public import Core

extension MockImageCacheProvider {
    /// Is recorded.
    public func clearMemory() async { await record(onClearMemory) }

    /// Is recorded.
    public func clearDisk() async { await record(onClearDisk) }

    /// Is recorded.
    public func removeExpired() async { await record(onRemoveExpired) }

    /// Is recorded.
    public func handleMemoryWarning() {
        do {
            try onHandleMemoryWarning.answerNow(to: ())
        } catch {
            // A cache cannot fail: a scripted error means the same as none.
        }
    }

    /// Is recorded.
    public func flush() async { await record(onFlush) }

    /// Answers as ``onUsage`` says.
    ///
    /// - Returns: The scripted usage.
    public func usage() async -> ImageCacheUsage {
        do {
            return try await onUsage.answer(to: ())
        } catch {
            return ImageCacheUsage()  // A cache cannot fail: a scripted error means that nothing is known.
        }
    }

    private func record(_ method: MockMethod<Void, Void>) async {
        do {
            try await method.answer(to: ())
        } catch {
            // A cache cannot fail: a scripted error means the same as none.
        }
    }
}
