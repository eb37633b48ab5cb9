extension Array {
    /// Whether another array is this one, unchanged, by its place in memory: thousands of elements are not compared.
    ///
    /// - Parameter other: The other array.
    /// - Returns: False for one that was made anew or changed, even where all its elements are equal.
    package func sharesStorage(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
        }
    }
}
