/* Embree 3: one scene of one mesh, asked for its nearest hit. */

#include <embree3/rtcore.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct peer {
    RTCDevice device;
    RTCScene scene;
    ssize_t bytes;
};

static bool note(void *user, ssize_t bytes, bool post)
{
    (void)post;
    ((struct peer *)user)->bytes += bytes;
    return true;
}

/* `threads` build the scene; 0 for all that the machine has. */
struct peer *peer_embree_new(const float *vertices, size_t vertex_count, const unsigned *indices, size_t count,
                             unsigned threads)
{
    struct peer *peer = calloc(1, sizeof *peer);
    if (!peer)
        return NULL;
    char how[32];
    snprintf(how, sizeof how, "threads=%u", threads);
    peer->device = rtcNewDevice(how);
    rtcSetDeviceMemoryMonitorFunction(peer->device, note, peer);
    peer->scene = rtcNewScene(peer->device);
    /* Robust, as glissando is; the default build quality. */
    rtcSetSceneFlags(peer->scene, RTC_SCENE_FLAG_ROBUST);
    RTCGeometry mesh = rtcNewGeometry(peer->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    size_t vertex = 3 * sizeof(float), triangle = 3 * sizeof(unsigned);
    void *at = rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, vertex, vertex_count);
    memcpy(at, vertices, vertex * vertex_count);
    at = rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, triangle, count);
    memcpy(at, indices, triangle * count);
    rtcCommitGeometry(mesh);
    rtcAttachGeometry(peer->scene, mesh);
    rtcReleaseGeometry(mesh);
    rtcCommitScene(peer->scene);
    return peer;
}

/* How much of the ray is free; negative if all of it is. */
float peer_embree_ray(const struct peer *peer, const float *from, const float *way)
{
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    struct RTCRayHit query = {0};
    query.ray.org_x = from[0];
    query.ray.org_y = from[1];
    query.ray.org_z = from[2];
    query.ray.dir_x = way[0];
    query.ray.dir_y = way[1];
    query.ray.dir_z = way[2];
    query.ray.tfar = 1.0f;
    query.ray.mask = ~0u;
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(peer->scene, &context, &query);
    return query.hit.geomID == RTC_INVALID_GEOMETRY_ID ? -1.0f : query.ray.tfar;
}

size_t peer_embree_bytes(const struct peer *peer)
{
    return peer->bytes > 0 ? (size_t)peer->bytes : 0;
}

void peer_embree_free(struct peer *peer)
{
    rtcReleaseScene(peer->scene);
    rtcReleaseDevice(peer->device);
    free(peer);
}
