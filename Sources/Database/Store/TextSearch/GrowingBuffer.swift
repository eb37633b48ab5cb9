/// Memory that is used again and again, and grows when it has to.
struct GrowingBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit {
        memory.deallocate()
    }

    /// So many bytes, good until the next call; what was in them is lost.
    mutating func room(_ count: Int) -> UnsafeMutableRawBufferPointer {
        if count > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: max(count, 16_384), alignment: 16)
        }
        return UnsafeMutableRawBufferPointer(rebasing: memory[0..<count])
    }
}
