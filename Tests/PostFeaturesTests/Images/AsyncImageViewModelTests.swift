import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct AsyncImageViewModelTests {
    let provider = TestInjector.mocks.imageProvider
    let link = ResourceLink.mock("/cat.png")
    let image = AsyncImageViewModel(link: ResourceLink.mock("/cat.png"))

    @Test func noLinkIsAnEmptyImage() async {
        let image = AsyncImageViewModel(link: nil)
        await image.load()
        #expect(image.state.value == .empty)
        #expect(provider.onImage.calls.isEmpty)
    }

    @Test func loadsOnceAndKeepsTheImage() async {
        #expect(image.state.value == .idle)
        provider.onImage.returns(Data([1]))
        await image.load()
        await image.load()
        #expect(image.state.value == .loaded(Data([1])))
        #expect(provider.onImage.calls == [link])
    }

    @Test func aFailureCanBeTriedAgain() async {
        provider.onImage.fails(with: DataError(.offline))
        await image.load()
        #expect(image.state.value == .failed(DataError(.offline)))
        provider.onImage.returns(Data([1]))
        await image.load()
        #expect(image.state.value == .loaded(Data([1])))
    }

    @Test func cancellationIsNoFailure() async throws {
        let held = provider.onImage.holds()
        let load = Task { await image.load() }
        try await held.arrival()
        #expect(image.state.value == .loading)
        load.cancel()
        await load.value
        #expect(image.state.value == .idle)
    }

    // MARK: What is on the device

    private func pictured() -> Post {
        func source(_ link: String, _ width: Int) -> MediaSource {
            MediaSource(link: ResourceLink.mock(link), width: width, height: width)
        }
        let media = Media(
            kind: .image, source: source("/full.jpg", 2000),
            previews: [source("/108.jpg", 108), source("/640.jpg", 640)])
        var post = Post.mock("a", media: media)
        post.thumbnail = ResourceLink.mock("/thumb.jpg")
        return post
    }

    @Test func theFullPictureOnTheDeviceIsShownBeforeAnythingIsFetched() async {
        provider.onStoredImage.answers { $0 == ResourceLink.mock("/full.jpg") ? Data([9]) : nil }
        let image = AsyncImageViewModel(pictured(), target: PixelSize(width: 300))
        #expect(image.link == ResourceLink.mock("/640.jpg"))
        await image.load()
        #expect(image.state.value == .loaded(Data([9])))
        #expect(provider.onImage.calls.isEmpty)
    }

    @Test func theSizeThatWasAskedForIsShownWhereItIsOnTheDevice() async {
        provider.onStoredImage.answers { _ in Data([9]) }
        provider.onImage.returns(Data([1]))
        let image = AsyncImageViewModel(pictured(), target: PixelSize(width: 300))
        await image.load()
        #expect(image.state.value == .loaded(Data([1])))
    }

    @Test func aSmallerOneIsShownOnlyWhenTheRightOneCannotBeHad() async {
        provider.onStoredImage.answers { $0 == ResourceLink.mock("/thumb.jpg") ? Data([9]) : nil }
        provider.onImage.returns(Data([1]))
        let image = AsyncImageViewModel(pictured(), target: PixelSize(width: 300))
        await image.load()
        #expect(image.state.value == .loaded(Data([1])), "with a network, the right one")
        let offline = AsyncImageViewModel(link: nil)
        offline.show(pictured(), target: PixelSize(width: 300))
        provider.onImage.fails(with: DataError(.offline))
        await offline.load()
        #expect(offline.state.value == .loaded(Data([9])))
        // Another post's pictures are none of this one's.
        offline.show(link)
        provider.onImage.fails(with: DataError(.offline))
        await offline.load()
        #expect(offline.state.value == .failed(DataError(.offline)))
    }

    // MARK: What nobody asked for

    @Test(arguments: [
        (NetworkPath(.unknown), DownloadPolicy.wifi, true), (NetworkPath(.wifi), .wifi, true),
        (NetworkPath(.cellular), .wifi, false), (NetworkPath(.cellular), .always, true),
        (NetworkPath(.cellular, isConstrained: true), .always, false),
        (NetworkPath(.wifi, isConstrained: true), .wifi, false),
    ])
    func anImageThatNobodyAskedForIsFetchedWhereThatCostsNothing(
        _ path: NetworkPath, policy: DownloadPolicy, isFetched: Bool
    ) async throws {
        TestInjector.mocks.networkPath.path.set(path)
        try await TestInjector.mocks.settings.update { $0.downloadPolicy = policy }
        provider.onImage.returns(Data([1]))
        await image.loadUnasked()
        #expect(image.state.value == (isFetched ? .loaded(Data([1])) : .idle))
        #expect(provider.onImage.calls.count == (isFetched ? 1 : 0))
        // Asked for it is fetched by any network.
        await image.load()
        #expect(image.state.value == .loaded(Data([1])))
    }

    @Test func whileNothingIsDownloadedItSaysSoAndFetchesNothing() async throws {
        let settings = TestInjector.mocks.settings
        try await settings.update { $0.downloadPolicy = .never }
        // That is the reason, also while no server answers.
        TestInjector.mocks.connectivity.connectivity.set(.offline(since: Date(timeIntervalSince1970: 0)))
        await image.loadUnasked()
        guard case .failed(let error) = image.state.value else {
            Issue.record("\(image.state.value)")
            return
        }
        #expect(error.code == .downloadsOff && provider.onImage.calls.isEmpty)
        // What is on the device is shown all the same.
        provider.onStoredImage.returns(Data([9]))
        await image.loadUnasked()
        #expect(image.state.value == .loaded(Data([9])) && provider.onImage.calls.isEmpty)
    }

    @Test func whatIsOnTheDeviceIsShownWhereNothingIsFetched() async throws {
        TestInjector.mocks.networkPath.path.set(NetworkPath(.cellular))
        provider.onStoredImage.answers { $0 == ResourceLink.mock("/108.jpg") ? Data([9]) : nil }
        let image = AsyncImageViewModel(pictured(), target: PixelSize(width: 300))
        await image.loadUnasked()
        #expect(image.state.value == .loaded(Data([9])))
        #expect(provider.onImage.calls.isEmpty)
    }

    @Test func whileNoServerAnswersNothingIsTriedUnasked() async throws {
        TestInjector.mocks.connectivity.connectivity.set(.offline(since: Date(timeIntervalSince1970: 0)))
        await image.loadUnasked()
        #expect(image.state.value == .idle && provider.onImage.calls.isEmpty)
        TestInjector.mocks.connectivity.connectivity.set(.online)
        provider.onImage.returns(Data([1]))
        await image.loadUnasked()
        #expect(image.state.value == .loaded(Data([1])))
    }

    @Test func aLateImageOfAnEarlierLinkIsVoid() async throws {
        // Given a row that is used again while its image is on its way
        let held = provider.onImage.holds()
        async let load: Void = image.load()
        try await held.arrival()
        image.show(ResourceLink.mock("/dog.png"))
        // When
        held.release(returning: Data([1]))
        await load
        // Then
        #expect(image.state.value == .idle)
        provider.onImage.returns(Data([2]))
        await image.load()
        #expect(image.state.value == .loaded(Data([2])))
        #expect(provider.onImage.calls == [link, ResourceLink.mock("/dog.png")])
        image.show(nil)
        #expect(image.state.value == .empty)
    }

    // MARK: Posts

    private func post(_ name: String, width: Int?, height: Int?) -> Post {
        let previews = [320, 640].map { (size: Int) in
            MediaSource(link: ResourceLink.mock("/\(name)-\(size).png"), width: size, height: size)
        }
        let source = MediaSource(link: ResourceLink.mock("/\(name).png"), width: width, height: height)
        return Post(
            id: Post.ID(site: .reddit, native: name), title: name,
            media: Media(kind: .image, source: source, previews: width == nil ? [] : previews))
    }

    @Test func aRowLoadsTheSmallestPictureThatIsLargeEnough() async {
        let image = AsyncImageViewModel(post("cat", width: 1200, height: 600), target: PixelSize(width: 400))
        #expect(image.aspectRatio == 2, "known before the download")
        provider.onImage.returns(Data([1]))
        await image.load()
        #expect(provider.onImage.calls == [ResourceLink.mock("/cat-640.png")])
        #expect(provider.priorities == [.userInitiated])
        #expect(image.aspectRatio == 2)
    }

    @Test func aRowThatIsUsedAgainShowsAnotherPost() async {
        let image = AsyncImageViewModel(post("cat", width: 1200, height: 600), target: PixelSize(width: 400))
        provider.onImage.returns(Data([1]))
        await image.load()
        image.show(post("cat", width: 1200, height: 600), target: PixelSize(width: 400))
        #expect(image.state.value == .loaded(Data([1])))
        image.show(post("dog", width: 500, height: 1000), target: PixelSize(width: 300))
        #expect(image.link == ResourceLink.mock("/dog-320.png") && image.aspectRatio == 0.5)
        #expect(image.state.value == .idle)
    }

    @Test func aRatioThatNobodySaidIsReadFromTheImage() async {
        let image = AsyncImageViewModel(post("cat", width: nil, height: nil), target: PixelSize(width: 400))
        #expect(image.link == ResourceLink.mock("/cat.png") && image.aspectRatio == nil)
        // A GIF of 300 by 4
        provider.onImage.returns(Data("GIF89a".utf8) + Data([44, 1, 4, 0]))
        await image.load()
        #expect(image.aspectRatio == 75)
        image.show(link)
        #expect(image.aspectRatio == 75, "the same link")
        image.show(ResourceLink.mock("/dog.png"))
        #expect(image.aspectRatio == nil)
    }

    @Test func showingTheSameLinkKeepsTheImage() async {
        provider.onImage.returns(Data([1]))
        await image.load()
        image.show(link)
        #expect(image.state.value == .loaded(Data([1])))
    }
}
