/// The ways to play a video, best first: HLS, DASH, a plain file.
public struct VideoStreams: Hashable, Sendable, Codable {
    /// The HLS playlist.
    public var hls: ResourceLink?
    /// The DASH manifest; it names the sound, which is a stream of its own.
    public var dash: ResourceLink?
    /// A plain file, often without sound.
    public var fallback: ResourceLink?
    /// The length in seconds.
    public var duration: Double?
    /// Whether there is sound.
    public var hasAudio: Bool?

    /// Creates streams.
    ///
    /// - Parameters:
    ///   - hls: The HLS playlist.
    ///   - dash: The DASH manifest.
    ///   - fallback: A plain file.
    ///   - duration: The length in seconds.
    ///   - hasAudio: Whether there is sound.
    public init(
        hls: ResourceLink? = nil, dash: ResourceLink? = nil, fallback: ResourceLink? = nil, duration: Double? = nil,
        hasAudio: Bool? = nil
    ) {
        self.hls = hls
        self.dash = dash
        self.fallback = fallback
        self.duration = duration
        self.hasAudio = hasAudio
    }
}
